"""Settings. Everything a school may want to change is an environment variable that starts with CARDINAL_.

Two ways to run: in the room (the default: plain HTTP, reached by address or by a local name) and under a public
host name (CARDINAL_HOST=play.school.example: only that name, only HTTPS). Nothing else has to be decided.
"""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF

from classroom.languages import rows
from classroom.server import channel_layer, environment, mail_server, secret_key, time_zone
from classroom.server.database import choice

BASE_DIR = Path(__file__).resolve().parent.parent
IN_A_CHECKOUT = (BASE_DIR / "manage.py").exists()
DATA = Path(os.environ.get("CARDINAL_DATA") or (BASE_DIR / "data" if IN_A_CHECKOUT else "~/.local/share/cardinal"))
DATA = DATA.expanduser()

try:
    SECRET_KEY = secret_key.read(DATA, command="".join(sys.argv[1:2]))
except secret_key.LostKeyError as lost:
    mend = f"{'manage.py' if IN_A_CHECKOUT else 'cardinal'} new_secret"
    sys.exit(
        f"{lost}. Bring it back from the newest backup: {mend} --from {DATA / 'backups'}/….zip. Only if there is none, "
        f"make another one: {mend}; then second factors are gone, and cards with given secrets are printed again."
    )
except OSError as cannot:
    sys.exit(f"Cardinal cannot write to its data folder {DATA}: {cannot.strerror}. Name another in CARDINAL_DATA.")
DEBUG = False

# Hosts: see classroom/server/http/hosts.py for what "in the room" lets in.
PUBLIC_HOST = environment.host("CARDINAL_HOST")
ALLOWED_HOSTS = [PUBLIC_HOST] if PUBLIC_HOST else ["*"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = bool(PUBLIC_HOST)
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PUBLIC_HOST else 0
HSTS = os.environ.get("CARDINAL_HSTS", "")
SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = HSTS in ("subdomains", "preload"), HSTS == "preload"
# Only the domain's owner can decide on HSTS for subdomains and on the browsers' preload lists (CARDINAL_HSTS).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PUBLIC_HOST else None
SESSION_COOKIE_NAME = "__Host-session" if PUBLIC_HOST else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if PUBLIC_HOST else "csrf"
KNOWN_BROWSER_COOKIE_NAME = "__Host-known" if PUBLIC_HOST else "known"
GUEST_COOKIE_NAME = "__Host-guest" if PUBLIC_HOST else "guest"
HOMEWORK_COOKIE_NAME = "__Host-homework" if PUBLIC_HOST else "homework"
KNOWN_CLASS_COOKIE_NAME = "__Host-class" if PUBLIC_HOST else "class"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_ENGINE = "classroom.server.http.session_store"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PUBLIC_HOST else None
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "classroom.server.http.errors.csrf_failure"

INSTALLED_APPS = [
    "classroom",
    "game",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

# Learning platforms (LTI 1.3): without this setting none of their code is loaded.
LTI = os.environ.get("CARDINAL_LTI") == "1"
HOURLY: list[str] = []
"""Dotted names of functions that a server calls every hour beside its own upkeep."""
if LTI:
    INSTALLED_APPS.append("lti_tool")
    HOURLY += ["classroom.lti.gradebook.send_due", "classroom.lti.members.read_nightly"]
LTI_HOSTS = {name.strip().lower() for name in os.environ.get("CARDINAL_LTI_HOSTS", "").split(",") if name.strip()}

# Number of server processes, on this machine and others, each with its own port (see game/workers and deploy nginx).
WORKERS = environment.number("CARDINAL_WORKERS", 1)
try:
    CHANNEL_LAYERS = channel_layer.read(os.environ.get("CARDINAL_CHANNEL_LAYER", ""), WORKERS)
except ValueError as error:
    sys.exit(str(error))

MIDDLEWARE = [
    "classroom.server.monitoring.health.HealthMiddleware",
    "classroom.server.http.hosts.LocalNamesMiddleware",
    "classroom.server.http.errors.CircleMiddleware",
    "classroom.joining.sign_in.noise.NoiseMiddleware",
    "classroom.server.http.static_files.StaticFilesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "classroom.server.http.errors.ZeroCharacterMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "classroom.server.hashers.HashingQueueMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "classroom.joining.visitor.VisitorMiddleware",
    "classroom.demo.guard.DemoMiddleware",
]
if WORKERS > 1:
    MIDDLEWARE.append("classroom.server.http.place.PlaceMiddleware")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

ROOT_URLCONF = "classroom.urls"
ASGI_APPLICATION = "classroom.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "classroom.joining.device.shared_device",
                "classroom.languages.letters.letters",
                "classroom.demo.guard.refused",
            ],
        },
    }
]

# SQLite in one process, or PostgreSQL: see classroom/server/database/choice.py for what both promise.
try:
    DATABASES = {"default": choice.read(os.environ.get("CARDINAL_DATABASE", ""), DATA)}
except ValueError as error:
    sys.exit(str(error))
# Small entries of a day (limits, sign-ins of a learning platform in progress) are many. Cached reports are larger: some
# 25 entries and 0.7 MB a class (30 KB each in `make soak`), so 24 MB hold those of 32 classes (Django's default: 12).
MANY, REPORTS = {"OPTIONS": {"MAX_ENTRIES": 10_000}}, {"OPTIONS": {"MAX_ENTRIES": 800}}
if WORKERS > 1:
    SHARED = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache", **MANY}
    CACHES = {"default": SHARED, "reports": SHARED, "platforms": SHARED}
else:
    OWN = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    CACHES = {name: {**OWN, **MANY, "LOCATION": name} for name in ("default", "platforms")}
    CACHES["reports"] = {**OWN, **REPORTS, "LOCATION": "reports"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "classroom.Teacher"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["classroom.server.hashers.SmallArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "classroom.server.breached.BreachedPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "classes"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "classroom.forms.people.TeacherNameForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "classroom.teachers.accounts.SignInForm",
    "signup": "classroom.teachers.sign_up.SignUpForm",
    "reset_password": "classroom.teachers.accounts.ResetPasswordForm",
    "reset_password_from_key": "classroom.teachers.accounts.NewPasswordForm",
    "reauthenticate": "classroom.teachers.accounts.ReauthenticateForm",
}
ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
MFA_ADAPTER = "classroom.teachers.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PUBLIC_HOST  # without HTTPS browsers offer keys at "localhost" alone
MFA_ALLOW_UNVERIFIED_EMAIL = True  # most boxes send no mail
MFA_FORMS = {"activate_totp": "ActivateForm", "add_webauthn": "AddKeyForm", "edit_webauthn": "RenameKeyForm"}
MFA_FORMS |= {"authenticate": "CodeForm", "authenticate_webauthn": "KeyForm"}
MFA_FORMS |= {"reauthenticate": "CodeAgainForm", "reauthenticate_webauthn": "KeyAgainForm"}
MFA_FORMS = {name: f"classroom.teachers.second_factor.{form}" for name, form in MFA_FORMS.items()}
# A whole school may sit behind one address: per address (ip) there is room for a staff meeting that signs in at once,
# failures are counted more strictly, and per account (key) strictest; a browser that its teacher has used before counts
# separately, and so does a sign-in with the second factor's code, so that nobody else's failures lock either out. All
# are counted before anything is hashed, in the cache: this process's memory, which a restart clears, or with several
# workers a table that they share.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "10/5m/key",
    "login_failed_at_address": "60/10m/ip",
    "login_failed_at_known_browser": "10/5m/key",
    "login_failed_with_code": "10/5m/key",
    "signup": "100/10m/ip",
    "reset_password": "60/10m/ip,5/10m/key",
    "reset_password_from_key": "60/10m/ip",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PUBLIC_HOST else "http"
ACCOUNT_ADAPTER = "classroom.teachers.accounts.AccountAdapter"

MAIL_SERVER = os.environ.get("CARDINAL_EMAIL_URL", "")
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_SERVER else "none"
EMAIL_BACKEND = os.environ.get(
    "CARDINAL_EMAIL_BACKEND",
    "classroom.server.mail_server.BesidePages" if MAIL_SERVER else "classroom.server.without_mail.EmailBackend",
)
if MAIL_SERVER:
    try:
        EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL = mail_server.read(
            MAIL_SERVER
        )
    except ValueError as error:
        sys.exit(str(error))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("CARDINAL_EMAIL_FROM", f"cardinal@{PUBLIC_HOST or 'localhost'}")

METRICS_TOKEN = os.environ.get("CARDINAL_METRICS_TOKEN", "")

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_NAME = "__Host-language" if PUBLIC_HOST else "language"
LANGUAGES = [(row.code, row.name) for row in rows.languages().values()]
CATALOGUES = BASE_DIR / "locale"
LOCALE_PATHS = [DATA / "locale"]  # where they are compiled (languages/catalogues.py)
ALPHABET = os.environ.get("CARDINAL_ALPHABET", "")
KEEP_YEARS = environment.number("CARDINAL_KEEP_YEARS", 0)
ROSTERS = os.environ.get("CARDINAL_ROSTERS", "")
CURRICULUM = os.environ.get("CARDINAL_CURRICULUM", "")
OPEN_SIGN_UP = os.environ.get("CARDINAL_SIGN_UP") == "open"
GUESTS = os.environ.get("CARDINAL_GUESTS") != "off"
DEMO = os.environ.get("CARDINAL_DEMO") == "on"
SECURITY_CONTACT = os.environ.get("CARDINAL_SECURITY_CONTACT", "")
FIXED_TIME_ZONE = environment.zone("CARDINAL_TIME_ZONE")
TIME_ZONE_IS_FIXED = bool(FIXED_TIME_ZONE)
TIME_ZONE = FIXED_TIME_ZONE or time_zone.read(DATA)
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "classroom.server.http.static_files.HashedModulesStorage"},
}

WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("jpg", "jpeg", "png", "gif", "webp", "zip", "gz", "br", "woff", "woff2", "mp3")
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000  # a list of a whole school in which every line waits for a decision
FILE_UPLOAD_HANDLERS = [
    "classroom.rosters.imports.readers.upload_limit.LimitedUpload",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["repeated_lines"]}},
    "filters": {
        "repeated_lines": {"()": "classroom.server.monitoring.log_limit.RepeatedLines"},
        "refused_writes": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", 0) != 503,
        },
    },
    # Not logged: mistyped codes, unknown host names (their answer says why), and refused writes, which have
    # their own line a minute (see classroom.server.database.failures).
    "loggers": {
        "django.request": {"level": "ERROR", "filters": ["refused_writes"]},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}
