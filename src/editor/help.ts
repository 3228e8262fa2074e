/* What helps whoever writes a template: a page loads it when it is first wanted. */
export { explanationAt } from '../assist/explain-name.ts';
export { formatTemplate } from '../assist/format-template.ts';
export { insertionsAt } from '../assist/insertions.ts';
export { suggestAt } from '../assist/suggest-at.ts';
export { addChips } from './chips.ts';
export { messageLook } from './element/look/message-look.ts';
export { messageLookStyles } from './element/look/message-look-styles.ts';
export { shownMessage } from './element/look/shown-message.ts';
export { explanationBox } from './explanation-box.ts';
export { openFindPanel } from './find-panel.ts';
