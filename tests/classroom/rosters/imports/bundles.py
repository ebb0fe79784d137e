"""OneRoster files as schools' systems write them, made from a few words."""

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence

USERS_1_1 = (
    "sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,"
    "identifier,email,sms,phone,agentSourcedIds,grades,password"
)
USERS_1_2 = (
    "sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,"
    "sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,"
    "preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns"
)
ROLES = (
    "sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId"
)
CLASSES = (
    "sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,"
    "termSourcedIds,subjects,subjectCodes,periods"
)
ENROLLMENTS = (
    "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate"
)
ORGS = "sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId"
TERMS = "sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear"
Lines = Iterable[Mapping[str, str]]


def sheet(header: str, lines: Lines, end: str = "\r\n") -> str:
    columns = header.split(",")
    made = io.StringIO()
    writer = csv.writer(made, lineterminator=end)
    writer.writerow(columns)
    writer.writerows([line.get(column, "") for column in columns] for line in lines)
    return made.getvalue()


def packed(files: Mapping[str, str | bytes], folder: str = "", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as bundle:
        for name, content in files.items():
            bundle.writestr(folder + name, content)
    return made.getvalue()


def manifest(version: str, kind: str, names: Iterable[str]) -> str:
    lines = [("manifest.version", "1.0"), ("oneroster.version", version)]
    lines += [(f"file.{name.removesuffix('.csv')}", kind) for name in names]
    return "propertyName,value\n" + "".join(f"{name},{value}\n" for name, value in lines)


def files(
    classes: Mapping[str, Sequence[tuple[str, str, str]]],
    *,
    version: str = "1.1",
    kind: str = "bulk",
    teacher: str = "",
    enrolled: Lines = (),
) -> dict[str, str | bytes]:
    """Return the files of a school: by class its children as (number, first name, last name).

    `teacher` (an e-mail address) teaches the first class. `enrolled` are lines of enrollments.csv beside these.
    """
    children = {child[0]: child for listed in classes.values() for child in listed}
    people = [
        {"sourcedId": n, "role": "student", "givenName": first, "familyName": last}
        for n, first, last in children.values()
    ]
    people.append({"sourcedId": "t1", "role": "teacher", "givenName": "T", "familyName": "T", "email": teacher})
    lines = [
        {"classSourcedId": f"id-{name}", "userSourcedId": child[0], "role": "student"}
        for name, listed in classes.items()
        for child in listed
    ]
    lines += [{"classSourcedId": f"id-{name}", "userSourcedId": "t1", "role": "teacher"} for name in list(classes)[:1]]
    common = {"schoolSourcedId": "s1", "termSourcedIds": "y1"}
    sections = [{"sourcedId": f"id-{name}", "title": name, **common} for name in classes]
    made: dict[str, str | bytes] = {
        "orgs.csv": sheet(ORGS, [{"sourcedId": "s1", "name": "Hill School", "type": "school"}]),
        "academicSessions.csv": sheet(TERMS, [{"sourcedId": "y1", "type": "schoolYear", "schoolYear": "2027"}]),
        "users.csv": sheet(USERS_1_1 if version == "1.1" else USERS_1_2, people),
        "classes.csv": sheet(CLASSES, sections),
        "enrollments.csv": sheet(ENROLLMENTS, [*lines, *enrolled]),
    }
    if version == "1.2":
        made["roles.csv"] = sheet(ROLES, [{"userSourcedId": one["sourcedId"], "role": one["role"]} for one in people])
    return {"manifest.csv": manifest(version, kind, made)} | made


SCHOOL = {
    "4B": [("u1", "Amir", "Okoro"), ("u2", "Sam", "Olsen"), ("u3", "Sam", "Okafor"), ("u4", "Þóra", "Ögmundsdóttir")],
    "5C": [("u5", "Eli", "Stone"), ("u6", "Ñico", "")],
}
