import { EndpointsScreen } from './endpoints-screen.ts';
import { MessageChart } from './message-chart.ts';
import { MessageScreen } from './message-screen.ts';
import { MessageView } from './message-view.ts';
import { MessagesScreen } from './messages-screen.ts';

/* The pages about messages, whose elements need each other: they are loaded together. */

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'message-chart': MessageChart,
  'message-view': MessageView,
  'messages-screen': MessagesScreen,
  'message-screen': MessageScreen,
  'endpoints-screen': EndpointsScreen,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
