import { html, render } from 'lit';

/** What is asked before something is done that cannot be undone. */
export interface Question {
  readonly title: string;
  /** What stops working, or is lost. */
  readonly text: string;
  /** The button that does it: a verb. */
  readonly action: string;
  /** The button that does not. Default `Cancel`. */
  readonly otherwise?: string;
}

/** Asks once, in a dialog over the page; `false` where it is closed in any other way. */
export function ask({ title, text, action, otherwise = 'Cancel' }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'question');
  dialog.setAttribute('aria-describedby', 'question-text');
  render(
    html`<form method="dialog">
      <h2 id="question">${title}</h2>
      <p id="question-text">${text}</p>
      <div class="buttons">
        <button type="submit" class="button" value="no" autofocus>${otherwise}</button>
        <button type="submit" class="button danger" value="yes">${action}</button>
      </div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
