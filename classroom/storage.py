"""How static files are named and kept by browsers."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_MODULE_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Our modules import each other by hashed names too: a browser may keep them for ever, and an upgrade is never
    mixed with yesterday's modules. (Django's own switch for this would trip over what packages bring along.)"""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _MODULE_IMPORTS))
