import uPlot from 'uplot';
import styles from 'uplot/dist/uPlot.min.css';
import type { Stats } from '../../api/answers.ts';
import { formatCount, gridLines } from '../parts/counts.ts';
import { clockTime, clockZone } from '../parts/time.ts';

/** The chart. */
export interface Plot {
  readonly show: (buckets: Stats['buckets']) => void;
  readonly destroy: () => void;
}

/** The width of the numbers beside it. */
const axisPx = 48;
/** In seconds. A bar is centred on its hour. */
const halfHour = 1800;
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** Draws into an element, in its size and in the colours of the page: a bar for each hour, with failures on top. */
export function createPlot(place: HTMLElement): Plot {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const reading = document.createElement('p');
  reading.className = 'reading';
  reading.hidden = true;
  let shown: Stats['buckets'] = [];
  const read = ({ cursor: { idx, left = 0 } }: uPlot): void => {
    const bucket = idx === null || idx === undefined ? undefined : shown[idx];
    reading.hidden = bucket === undefined || left < 0;
    if (!bucket) return;
    const from = new Date(bucket.from);
    const hours = `${clockTime(from)}–${clockTime(new Date(from.getTime() + 2 * halfHour * 1000))}`;
    reading.textContent = `${hours} ${clockZone()}: ${formatCount(bucket.succeeded)} delivered, ${formatCount(bucket.failed)} failed`;
    // It stays inside.
    const most = place.clientWidth - reading.offsetWidth;
    reading.style.left = `${Math.max(0, Math.min(most, left + axisPx - reading.offsetWidth / 2))}px`;
  };
  const plot = new uPlot({ ...optionsFor(place), hooks: { setCursor: [read] } }, [[], [], []], place);
  place.append(reading);
  const resizing = new ResizeObserver(() => plot.setSize(sizeOf(place)));
  resizing.observe(place);
  const theme = new MutationObserver(() => plot.redraw());
  theme.observe(document.documentElement, { attributeFilter: ['style'] });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const redraw = (): void => plot.redraw();
  scheme.addEventListener('change', redraw);
  return {
    show: buckets => {
      shown = buckets;
      const times = buckets.map(({ from }) => Date.parse(from) / 1000 + halfHour);
      const delivered = buckets.map(({ succeeded }) => succeeded);
      const all = buckets.map(({ succeeded, failed }) => succeeded + failed);
      plot.setData([times, all, delivered]);
    },
    destroy: () => {
      resizing.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    },
  };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Pick<uPlot.Options, 'width' | 'height'> {
  return { width: clientWidth, height: clientHeight };
}

function optionsFor(place: HTMLElement): uPlot.Options {
  const color = (name: string) => () => colorOf(place, name);
  const axis = { stroke: color('quiet'), font: '13px system-ui', ticks: { show: false } };
  return {
    ...sizeOf(place),
    legend: { show: false },
    // The hour under the pointer is read, and marked by a line.
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    padding: [8, 24, 0, 0],
    scales: {
      x: { range: (_, first, last) => [first - halfHour, last + halfHour] },
      y: { range: (_, __, most) => [0, gridLines(most).at(-1) ?? most] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        grid: { show: false },
        space: 80,
        values: (_, times) => times.map(time => clockTime(new Date(time * 1000))),
      },
      {
        ...axis,
        size: axisPx,
        grid: { stroke: color('line'), width: 1 },
        splits: (_, __, ___, most) => [...gridLines(most)],
      },
    ],
    // A later bar covers part of the one before.
    series: [{}, bars(color('error')), bars(color('delivered'))],
  };
}

function bars(color: () => string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.7, 40] });
  return { fill: color, width: 0, points: { show: false }, ...(paths && { paths }) };
}

/** The current value of a colour of the page: a canvas understands neither variables nor `light-dark`. */
function colorOf(place: HTMLElement, name: string): string {
  place.style.color = `var(--hookplate-${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = '';
  return color;
}
