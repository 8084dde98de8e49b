/**
 * The author of an action, with impersonation: 'Ann for Bob' if Ann acted for Bob, else 'Bob'. Used in the history,
 * e-mails and lists.
 */
export const authorText = (user: string, actor?: string | null): string => (actor ? `${actor} for ${user}` : user);
