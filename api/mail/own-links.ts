const home = { url: '' };

/** Has the links of mails begin like this: PUBLIC_URL, told once when the process begins. */
export function linkFrom(publicUrl: string): void {
  home.url = publicUrl.replace(/\/$/, '');
}

/** The whole address of a page of ours. */
export const linkTo = (path: string): string => `${home.url}${path}`;
