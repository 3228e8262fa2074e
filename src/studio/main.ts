import { DeliveriesScreen } from './deliveries/deliveries-screen.ts';
import { DeliveryChart } from './deliveries/delivery-chart.ts';
import { DeliveryScreen } from './deliveries/delivery-screen.ts';
import { EndpointsScreen } from './deliveries/endpoints-screen.ts';
import { ApiForm } from './flows/api-form.ts';
import { ApiScreen } from './flows/api-screen.ts';
import { FlowsScreen, RunsScreen } from './flows/flows-screen.ts';
import { applyTheme, StudioApp } from './frame/studio-app.ts';
import { looks } from './looks.ts';
import { ProfilesScreen } from './notifications/profiles-screen.ts';
import { CopyButton } from './parts/copy-button.ts';
import { ProcessScreen, ProcessView } from './processes/process-screen.ts';
import { ProcessesScreen } from './processes/processes-screen.ts';
import { StartScreen } from './start-screen.ts';
import { TokensScreen } from './tokens-screen.ts';

/* The pages: their styles, and the elements that all of them need. The rest is loaded by their routes. */

applyTheme();
document.adoptedStyleSheets = looks;
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'copy-button': CopyButton,
  'start-screen': StartScreen,
  'profiles-screen': ProfilesScreen,
  'flows-screen': FlowsScreen,
  'runs-screen': RunsScreen,
  'api-screen': ApiScreen,
  'api-form': ApiForm,
  'processes-screen': ProcessesScreen,
  'process-screen': ProcessScreen,
  'process-view': ProcessView,
  'deliveries-screen': DeliveriesScreen,
  'delivery-screen': DeliveryScreen,
  'delivery-chart': DeliveryChart,
  'endpoints-screen': EndpointsScreen,
  'tokens-screen': TokensScreen,
  'hookplate-studio': StudioApp,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
