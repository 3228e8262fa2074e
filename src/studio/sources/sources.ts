import { ReportingPrograms } from './reporting-programs.ts';
import { SourceScreen } from './source-screen.ts';
import { SourcesScreen } from './sources-screen.ts';

/* The pages of sources, with the gallery of their kinds: not part of the first load. */

customElements.define('sources-screen', SourcesScreen);
customElements.define('reporting-programs', ReportingPrograms);
customElements.define('source-screen', SourceScreen);
