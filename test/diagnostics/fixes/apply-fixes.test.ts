import { describe, expect, it } from 'vitest';
import { diagnose, type Fix } from '../../../src/diagnostics/diagnostic.ts';
import { applyFixes } from '../../../src/diagnostics/fixes/apply-fixes.ts';
import { replaceWith, safe } from '../../../src/diagnostics/fixes/fix.ts';
import { validateTemplate } from '../../../src/template/template.ts';

const at = (start: number, end: number, text: string) => replaceWith({ start, end }, text);
const mistake = (...fixes: readonly Fix[]) => diagnose('stray-dollar', { start: 0, end: 1 }, {}, { fixes });

describe('applyFixes', () => {
  it('applies the first fix of each diagnostic together', () => {
    const source = '$proflie$ ran $evnt$';
    expect(applyFixes(source, validateTemplate(source), { kind: 'all' })).toBe('$profile$ ran $event$');
  });

  it('applies only safe ones where it is told to', () => {
    const diagnostics = [mistake(safe(at(0, 1, 'A'))), mistake(at(2, 3, 'C'))];
    expect(applyFixes('abc', diagnostics, { kind: 'safe' })).toBe('Abc');
    expect(applyFixes('abc', diagnostics, { kind: 'all' })).toBe('AbC');
  });

  it('leaves out what overlaps or touches an earlier fix', () => {
    expect(applyFixes('abcd', [mistake(at(0, 2, 'X')), mistake(at(1, 3, 'Y'))], { kind: 'all' })).toBe('Xcd');
    expect(applyFixes('abcd', [mistake(at(1, 1, '+')), mistake(at(1, 1, '-'))], { kind: 'all' })).toBe(
      'a+bcd',
    );
  });

  it('gives the source where nothing can be fixed', () => {
    expect(applyFixes('abc', [mistake()], { kind: 'all' })).toBe('abc');
  });
});
