import { SignInAgain, signInStyles } from './frame/sign-in-again.ts';
import { applyTheme, frameStyles, StudioApp } from './frame/studio-app.ts';
import { adoptStyles, base, layout } from './looks.ts';
import { actingStyles } from './parts/acting.ts';
import { CopyButton } from './parts/copy-button.ts';
import { formStyles } from './parts/form-styles.ts';
import { listStyles } from './parts/list-styles.ts';
import { loadedStyles } from './parts/loaded.ts';
import { sidePanelStyles } from './parts/side-panel.ts';
import { stateStyles } from './parts/states.ts';
import { tableStyles } from './parts/table-styles.ts';

/* The pages: their styles, and the elements that the first load has. The rest is loaded by their routes. */

// In the page of an application, whose element gives them a token.
if (document.querySelector('hookplate-studio[embedded]'))
  StudioApp.embedding = new (await import('./frame/embedding.ts')).Embedding();
else applyTheme();
adoptStyles(base, frameStyles, signInStyles, actingStyles, formStyles, tableStyles, listStyles, layout);
adoptStyles(sidePanelStyles, stateStyles, loadedStyles);
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'copy-button': CopyButton,
  'sign-in-again': SignInAgain,
  'hookplate-studio': StudioApp,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
