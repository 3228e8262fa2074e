import { EventScreen } from './event-screen.ts';
import { EventsScreen } from './events-screen.ts';

/* The pages about events. */

customElements.define('events-screen', EventsScreen);
customElements.define('event-screen', EventScreen);
