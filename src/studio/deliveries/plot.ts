import uPlot from 'uplot';
import styles from 'uplot/dist/uPlot.min.css';
import type { Stats } from '../api/answers.ts';
import { clockTime } from '../parts/time.ts';

/** The lines of the chart. */
export interface Plot {
  readonly show: (buckets: Stats['buckets']) => void;
  readonly destroy: () => void;
}

const heightPx = 140;
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** Draws into an element, as wide as that is and in the colours of the page. Colours never tell alone: see the dashes. */
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
      const times = buckets.map(({ from }) => Date.parse(from) / 1000);
      const delivered = buckets.map(({ succeeded }) => succeeded);
      const failed = buckets.map(({ attempts, succeeded }) => attempts - succeeded);
      plot.setData([times, delivered, failed]);
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
    padding: [8, 0, 0, 0],
    scales: { y: { range: (_, __, most) => [0, Math.max(most, 4)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 80,
        values: (_, times) => times.map(time => clockTime(new Date(time * 1000))),
      },
      {
        ...axis,
        size: 40,
        grid: { stroke: color('line'), width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 50_000, 100_000, 1_000_000],
      },
    ],
    series: [
      {},
      { stroke: color('accent'), width: 2, points: { show: false } },
      { stroke: color('number'), width: 2, dash: [6, 4], points: { show: false } },
    ],
  };
}

/** A colour of the page as it is now: what is drawn on a canvas knows neither variables nor `light-dark`. */
function colorOf(place: HTMLElement, name: string): string {
  place.style.color = `var(--hookplate-${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = '';
  return color;
}
