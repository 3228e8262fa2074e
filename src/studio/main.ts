import { FlowsScreen } from './flows/flows-screen.ts';
import { SignInAgain } from './frame/sign-in-again.ts';
import { applyTheme, StudioApp } from './frame/studio-app.ts';
import { looks } from './looks.ts';
import { CopyButton } from './parts/copy-button.ts';

/* The pages: their styles, and the elements that the first load has. The rest is loaded by their routes. */

applyTheme();
document.adoptedStyleSheets = looks;
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'copy-button': CopyButton,
  'sign-in-again': SignInAgain,
  'flows-screen': FlowsScreen,
  'hookplate-studio': StudioApp,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
