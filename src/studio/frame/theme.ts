/** Light or dark. Until somebody chooses, it is what the system says. */
export type Theme = 'light' | 'dark';

const key = 'hookplate-theme';

/** Shows the pages as was chosen before. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  if (chosen) document.documentElement.style.colorScheme = chosen;
}

export function currentTheme(): Theme {
  return chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
}

function chosenTheme(): Theme | undefined {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  } catch {
    return undefined;
  }
}
