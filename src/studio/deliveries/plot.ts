import uPlot from 'uplot';
import styles from 'uplot/dist/uPlot.min.css';
import type { Stats } from '../../api/answers.ts';
import { gridLines } from '../parts/counts.ts';
import { clockTime } from '../parts/time.ts';

/** The chart. */
export interface Plot {
  readonly show: (buckets: Stats['buckets']) => void;
  readonly destroy: () => void;
}

const heightPx = 140;
/** In seconds. A bar is centred on its hour. */
const halfHour = 1800;
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** Draws into an element, in its width and in the colours of the page: a bar for each hour, with failures on top. */
export function createPlot(place: HTMLElement): Plot {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const plot = new uPlot(optionsFor(place), [[], [], []], place);
  const resizing = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: heightPx }));
  resizing.observe(place);
  const theme = new MutationObserver(() => plot.redraw());
  theme.observe(document.documentElement, { attributeFilter: ['style'] });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const redraw = (): void => plot.redraw();
  scheme.addEventListener('change', redraw);
  return {
    show: buckets => {
      const times = buckets.map(({ from }) => Date.parse(from) / 1000 + halfHour);
      const delivered = buckets.map(({ succeeded }) => succeeded);
      const all = buckets.map(({ attempts }) => attempts);
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

function optionsFor(place: HTMLElement): uPlot.Options {
  const color = (name: string) => () => colorOf(place, name);
  const axis = { stroke: color('quiet'), font: '13px system-ui', ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
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
        size: 40,
        grid: { stroke: color('line'), width: 1 },
        splits: (_, __, ___, most) => [...gridLines(most)],
      },
    ],
    // A later bar covers part of the one before.
    series: [{}, bars(color('number')), bars(color('accent'))],
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
