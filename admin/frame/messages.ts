import { defaultI18nProvider, type I18nProvider } from 'react-admin';

/** Overrides of react-admin's texts; `%{…}` is interpolated. Texts that never appear are left out. */
const messages: Record<string, string> = {
  // react-admin only asks for confirmation of deletions.
  'ra.action.confirm': 'Delete',
  'ra.action.clear_input_value': 'Clear',
  'ra.input.references.single_missing': "It no longer exists, or you don't have access to it",
  'ra.input.references.many_missing': "At least one of them no longer exists, or you don't have access to it",
  'ra.input.references.all_missing': "The records couldn't be loaded",
  'ra.message.error': 'Something went wrong on this page. Reload it to continue.',
  'ra.message.not_found': "There's no page at this address.",
  'ra.navigation.no_results': 'Nothing found',
  'ra.navigation.page_range_info': '%{offsetBegin}–%{offsetEnd} of %{total}',
  'ra.navigation.page_rows_per_page': 'Rows per page',
  'ra.navigation.skip_nav': 'Skip to content',
  'ra.notification.created': 'Saved',
  'ra.notification.updated': 'Saved',
  'ra.notification.deleted': 'Deleted',
  'ra.notification.canceled': 'Canceled',
  'ra.notification.bad_item': "This record can't be displayed",
  'ra.notification.item_doesnt_exist': 'This record no longer exists',
  'ra.notification.http_error': "The server didn't respond. Try again in a moment.",
  'ra.notification.data_provider_error': "The server didn't respond. Try again in a moment.",
  'ra.notification.offline': "You're offline. Try again when you're connected.",
  'ra.notification.logged_out': 'Your session has ended. Sign in again.',
  'ra.notification.not_authorized': "Your roles don't include this. If you need it, ask an administrator.",
  'ra.auth.auth_check_error': 'Your session has ended. Sign in again.',
  'ra.page.error': 'Something went wrong',
  'ra.page.not_found': 'Page not found',
  'ra.validation.required': 'Missing required field',
  // Same messages as the server's, so that a fault reads the same everywhere.
  'ra.validation.minLength': 'At least %{min} characters',
  'ra.validation.maxLength': 'At most %{max} characters',
  'ra.validation.minValue': 'At least %{min}',
  'ra.validation.maxValue': 'At most %{max}',
  'ra.validation.email': 'Please enter a valid e-mail address',
};

/** Translation provider (i18n): our overrides first, then react-admin's texts. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
    if (message === undefined) return defaultI18nProvider.translate(key, options);
    return message.replace(/%\{(\w+)\}/g, (_, name: string) => asText(Object(options)[name]));
  },
};

const asText = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value ?? ''));
