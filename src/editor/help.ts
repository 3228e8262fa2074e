/* What helps whoever writes a template: a page loads it when it is first wanted. */
export { explanationAt } from '../assist/explain-name.ts';
export { formatTemplate } from '../assist/format-template.ts';
export { insertionsAt } from '../assist/insertions.ts';
export { suggestAt } from '../assist/suggest-at.ts';
export { addChips } from './chips.ts';
export { connectionTest } from './element/connection-test-panel.ts';
export { messageLookStyles } from './element/look/message-look-styles.ts';
export { messageFields } from './element/message-fields.ts';
export { panelStyles } from './element/panel-styles.ts';
export { insertPanel } from './element/payload-tools-panel.ts';
export { requestPreview } from './element/preview-panel.ts';
export { explanationBox } from './explanation-box.ts';
export { openFindPanel } from './find-panel.ts';
