"""A class comes in while somebody at its address shouts wrong codes: how long do its pages take?"""
