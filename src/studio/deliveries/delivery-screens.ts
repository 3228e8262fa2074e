import { DeliveriesScreen } from './deliveries-screen.ts';
import { DeliveryChart } from './delivery-chart.ts';
import { DeliveryScreen } from './delivery-screen.ts';
import { DeliveryView } from './delivery-view.ts';
import { EndpointsScreen } from './endpoints-screen.ts';

/* The pages about deliveries, whose elements need each other: they are loaded together. */

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'delivery-chart': DeliveryChart,
  'delivery-view': DeliveryView,
  'deliveries-screen': DeliveriesScreen,
  'delivery-screen': DeliveryScreen,
  'endpoints-screen': EndpointsScreen,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
