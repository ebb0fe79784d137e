"""The page that sets a session up: ways of playing as pictures, their settings, a teacher's own presets."""
