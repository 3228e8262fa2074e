import { adoptStyles } from '../looks.ts';
import { EndpointsScreen } from './endpoints-screen.ts';
import { chartStyles, MessageChart } from './message-chart.ts';
import { MessageScreen, messageStyles } from './message-screen.ts';
import { MessageView } from './message-view.ts';
import { MessagesScreen, messagesStyles } from './messages-screen.ts';

/* The pages about messages, whose elements need each other: they are loaded together. */

adoptStyles(messagesStyles, messageStyles, chartStyles);
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'message-chart': MessageChart,
  'message-view': MessageView,
  'messages-screen': MessagesScreen,
  'message-screen': MessageScreen,
  'endpoints-screen': EndpointsScreen,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
