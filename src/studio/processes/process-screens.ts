import { ProcessScreen, ProcessView } from './process-screen.ts';
import { ProcessesScreen } from './processes-screen.ts';

/* The pages about processes, and the view of one process that the pages of flows show, too. */

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'processes-screen': ProcessesScreen,
  'process-screen': ProcessScreen,
  'process-view': ProcessView,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
