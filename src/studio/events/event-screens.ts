import { adoptStyles } from '../looks.ts';
import { EventScreen, eventStyles } from './event-screen.ts';
import { EventTypesScreen } from './event-types-screen.ts';
import { EventsScreen } from './events-screen.ts';

/* The pages about events. */

adoptStyles(eventStyles);
customElements.define('events-screen', EventsScreen);
customElements.define('event-screen', EventScreen);
customElements.define('event-types-screen', EventTypesScreen);
