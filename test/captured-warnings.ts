import { onTestFinished, vi } from 'vitest';

export interface CapturedWarning {
  readonly message: string;
  readonly code: string | undefined;
}

/** The package's own warnings from now on until the test ends. They are kept here and not printed; others still are. */
export function captureWarnings(): readonly CapturedWarning[] {
  const captured: CapturedWarning[] = [];
  const emitWarning = process.emitWarning.bind(process);
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((message, options) => {
    // The package always calls it in this form.
    const { type, code } = (typeof options === 'object' ? options : {}) as NodeJS.EmitWarningOptions;
    if (type === 'HookplateWarning') captured.push({ message: String(message), code });
    else emitWarning(message, { type, code });
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return captured;
}
