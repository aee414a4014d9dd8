"""The page of benchmarks: what the programs have printed in, plots out. `Fixtures/Benchmarks/Results` has the output, unchanged, below lines with '#'."""

import html
import re

LINE = re.compile(r"(?P<name>\S.*?)\s{1,}(?P<value>\d+)\s+(?P<reference>\d+)\s+ratio (?P<ratio>[\d.]+), budget (?P<budget>[\d.]+)(?P<over>  OVER)?")
WIDTH, ROW = 720, 44
# The budget is at this place, so that a bar shows how much of its budget a ratio takes.
BUDGET_AT = 480


def measured(text):
    return [match.groupdict() for match in map(LINE.fullmatch, text.splitlines()) if match]


def plot(rows, title):
    """One bar for each ratio, as a part of its budget."""
    height = len(rows) * ROW + 24
    parts = [f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html.escape(title)}">\n',
             f'<line class="budget" x1="{BUDGET_AT}" y1="16" x2="{BUDGET_AT}" y2="{height}"/>\n',
             f'<text class="label" x="{BUDGET_AT}" y="11" text-anchor="middle">budget</text>\n']
    for index, row in enumerate(rows):
        ratio, budget = float(row["ratio"]), float(row["budget"])
        y, width = 24 + index * ROW, min(WIDTH - 100, BUDGET_AT * ratio / budget)
        style = "bar over" if ratio > budget else "bar"
        parts.append(f'<text x="0" y="{y + 12}">{html.escape(row["name"])}</text>\n'
                     f'<rect class="{style}" x="0" y="{y + 17}" width="{width:.0f}" height="14" rx="2"/>\n'
                     f'<text class="label" x="{max(width, BUDGET_AT) + 8:.0f}" y="{y + 28}">{row["ratio"]} of {row["budget"]}</text>\n')
    return "".join(parts) + "</svg>\n"


def body(folder):
    """The page, and its headings."""
    parts = ["<h1>Benchmarks</h1>\n",
             '<p class="abstract">Ratios that the benchmarks measured, each beside the budget that it has to keep.</p>\n',
             "<p>A ratio compares the processor time of two works in one run, such as reading a response and decoding it with "
             "<code>JSONDecoder</code>. It hardly depends on the machine. The plots are drawn from the output below them. "
             "<code>Fixtures/Benchmarks/README.md</code> says what each work is.</p>\n"]
    headings = []
    for file in sorted(folder.glob("*.txt")):
        text = file.read_text()
        notes = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
        output = "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()
        rows = measured(output)
        if not rows:
            raise ValueError(f"{file} has no ratio with a budget")
        title = notes[0]
        headings.append((2, file.stem, title))
        parts.append(f'<h2 id="{file.stem}">{html.escape(title)}</h2>\n')
        parts += [f"<p>{html.escape(note)}</p>\n" for note in notes[1:]]
        over = sum(1 for row in rows if row["over"])
        kept = "All budgets are kept." if not over else f"{over} of {len(rows)} ratios {'is' if over == 1 else 'are'} over the budget."
        parts += [f"<p>{kept}</p>\n", f"<figure>{plot(rows, title)}</figure>\n",
                  f'<details><summary>The output</summary><pre class="code"><code>{html.escape(output, quote=False)}</code></pre></details>\n']
    return "".join(parts), headings
