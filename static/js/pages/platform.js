// The last step towards a learning platform: a form that is sent to it, or the word that its own window may close.
document.querySelector("[data-submit]")?.submit();
if (document.querySelector("[data-registered]")) (window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
