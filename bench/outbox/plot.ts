/** What is plotted of each minute. */
export interface Plotted {
  readonly jobBytes: number;
  readonly deadRows: number;
  readonly historyBytes: number;
  readonly p99: number;
}

const panel = { width: 340, height: 150, left: 70, top: 34, gap: 40 };

/** Four small plots by minutes, each from zero, as SVG that suits light and dark pages. */
export function plotOf(minutes: readonly Plotted[]): string {
  const series = [
    { title: 'Size of `job`, MB', values: minutes.map(({ jobBytes }) => jobBytes / 1e6) },
    { title: 'Dead rows of `job`', values: minutes.map(({ deadRows }) => deadRows) },
    { title: 'History, MB', values: minutes.map(({ historyBytes }) => historyBytes / 1e6) },
    { title: 'From the commit to the wire, p99, ms', values: minutes.map(({ p99 }) => p99) },
  ];
  const [width, height] = [
    2 * (panel.left + panel.width) + panel.gap,
    2 * (panel.top + panel.height + panel.gap),
  ];
  const panels = series.map(({ title, values }, index) => {
    const x = (index % 2) * (panel.left + panel.width + panel.gap) + panel.left;
    const y = Math.floor(index / 2) * (panel.top + panel.height + panel.gap) + panel.top;
    return `<g transform="translate(${x} ${y})">${panelOf(title.replaceAll('`', ''), values)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Size and dead rows of the table of what waits, size of history, and time from the commit to the wire, by minutes">
<style>text { font: 13px system-ui, sans-serif; fill: #737373 } path { fill: none; stroke: #2f7ed8; stroke-width: 2 } line { stroke: #737373; stroke-opacity: 0.4 }</style>
${panels.join('\n')}
</svg>
`;
}

function panelOf(title: string, values: readonly number[]): string {
  const { width, height } = panel;
  const highest = Math.max(...values, 1e-9);
  const xOf = (index: number): string => ((index * width) / Math.max(1, values.length - 1)).toFixed(1);
  const points = values.map(
    (value, index) => `${xOf(index)} ${(height - (value / highest) * height).toFixed(1)}`,
  );
  const label = highest >= 100 ? Math.round(highest).toLocaleString('en') : highest.toPrecision(3);
  return [
    `<text x="0" y="-14">${title}</text>`,
    `<line x1="0" y1="${height}" x2="${width}" y2="${height}"/><line x1="0" y1="0" x2="${width}" y2="0"/>`,
    `<text x="-8" y="4" text-anchor="end">${label}</text><text x="-8" y="${height + 4}" text-anchor="end">0</text>`,
    `<text x="0" y="${height + 20}">minute 1</text><text x="${width}" y="${height + 20}" text-anchor="end">${values.length}</text>`,
    `<path d="M${points.join('L')}"/>`,
  ].join('');
}
