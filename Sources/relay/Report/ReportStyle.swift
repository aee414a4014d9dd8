/// The style of the page: the system's fonts, light or dark as the reader's system is, one column on a narrow screen.
enum ReportStyle {
  static let css = """
    :root { color-scheme: light dark; --text: #1a1a1e; --dim: #55555f; --back: #ffffff; --card: #f3f3f6; --line: #c9c9d1; --link: #0a53b8;
      --mark: #9a3412; --new: #14662f; }
    @media (prefers-color-scheme: dark) { :root { --text: #ececf1; --dim: #b0b0bb; --back: #17171b; --card: #232329; --line: #45454f;
      --link: #8ab8ff; --mark: #ffb088; --new: #86d99f; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text);
      font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
    a { color: var(--link); } a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    code, svg text { font-family: ui-monospace, monospace; font-size: .9em; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
    nav a { display: inline-block; padding: .25rem 0; }
    .facts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
    .facts li { background: var(--card); border-radius: .5rem; padding: .4rem .8rem; } .facts b { font-size: 1.2rem; }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
    table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .7rem; vertical-align: top;
      overflow-wrap: normal; }
    td, tbody th { border-top: 1px solid var(--line); } th { font-weight: 600; white-space: nowrap; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    details { border: 1px solid var(--line); border-radius: .5rem; margin: .4rem 0; padding: .3rem .8rem; }
    details:target { border-color: var(--link); } summary { cursor: pointer; padding: .3rem 0; }
    .dim { color: var(--dim); } .mark { color: var(--mark); } .new { color: var(--new); }
    ul.fields { columns: 18rem; padding-left: 1.2rem; margin: .3rem 0; }
    svg { display: block; } svg text { fill: var(--text); font-size: 12px; } svg .label { fill: var(--dim); }
    svg path { fill: none; stroke: var(--dim); stroke-width: 1; opacity: .6; } svg rect { fill: var(--card); stroke: var(--line); }
    svg rect.operation { stroke: var(--link); stroke-width: 2; }
    @media print { .scroll { overflow: visible; } }
    """
}
