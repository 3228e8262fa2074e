import { adoptStyles } from '../looks.ts';
import { ReportingPrograms } from './reporting-programs.ts';
import { setUpStyles } from './set-up.ts';
import { SourceScreen } from './source-screen.ts';
import { SourcesScreen, sourcesStyles } from './sources-screen.ts';

/* The pages of sources, with the gallery of their kinds: not part of the first load. */

adoptStyles(setUpStyles, sourcesStyles);
customElements.define('sources-screen', SourcesScreen);
customElements.define('reporting-programs', ReportingPrograms);
customElements.define('source-screen', SourceScreen);
