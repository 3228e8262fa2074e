import { StudioApp } from './frame/studio-app.ts';
import { applyTheme } from './frame/theme.ts';
import { looks } from './looks/looks.ts';
import { ProfilesScreen } from './notifications/profiles-screen.ts';
import { CopyButton } from './parts/copy-button.ts';
import { StartScreen } from './start/start-screen.ts';

/*
 * The pages: their looks, and the elements that they are made of. What only some of them need is loaded by their routes.
 */

applyTheme();
document.adoptedStyleSheets = looks;
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'copy-button': CopyButton,
  'start-screen': StartScreen,
  'profiles-screen': ProfilesScreen,
  'hookplate-studio': StudioApp,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
