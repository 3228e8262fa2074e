import { DeliveriesScreen } from './deliveries-screen.ts';
import { DeliveryChart } from './delivery-chart.ts';
import { DeliveryScreen } from './delivery-screen.ts';
import { EndpointsScreen } from './endpoints-screen.ts';

/* The pages about deliveries, whose elements need each other: they are loaded together. */

customElements.define('delivery-chart', DeliveryChart);
customElements.define('deliveries-screen', DeliveriesScreen);
customElements.define('delivery-screen', DeliveryScreen);
customElements.define('endpoints-screen', EndpointsScreen);
