/* For templates that reject missing values. */
export { assertComplete } from '../../template/render/missing.ts';
