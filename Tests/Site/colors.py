"""Contrast: the colors of `style.css`, light and dark, against the backgrounds on which they stand, by the formula of WCAG 2."""

import re

TEXTS = ["text", "muted", "link", "keyword", "string", "comment", "type", "number"]
BACKGROUNDS = ["background", "raised", "mark"]
# Text of the normal size.
LEAST = 4.5


def luminance(color):
    parts = [int(color[index:index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def check(site):
    schemes = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block)) for block in re.findall(r":root \{(.*?)\}", (site / "style.css").read_text(), re.DOTALL)]
    problems, count = [], 0
    if len(schemes) != 2 or any(set(TEXTS + BACKGROUNDS) - set(scheme) for scheme in schemes):
        problems.append("style.css has a light and a dark scheme with all colors")
    for name, scheme in zip(["light", "dark"], schemes):
        for text in TEXTS:
            for background in BACKGROUNDS:
                count += 1
                if text in scheme and background in scheme and contrast(scheme[text], scheme[background]) < LEAST:
                    problems.append(f"{name}: {text} on {background} has {contrast(scheme[text], scheme[background]):.2f}, less than {LEAST}")
    return problems, count
