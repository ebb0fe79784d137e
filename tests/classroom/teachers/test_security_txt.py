"""The file that says whom to write to about a hole in security."""


def test_security_txt_says_whom_to_write_to_about_a_hole(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:it@school.example"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content.decode().startswith("Contact: mailto:it@school.example\nExpires: ")
