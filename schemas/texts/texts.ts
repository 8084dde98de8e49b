/** What a mail's header would not read as one address as it stands: several, or more than an address. */
const unfit = String.raw`\s\p{Cc}\p{Cf}@,;:<>()[\]\\"`;
const address = new RegExp(`^[^${unfit}]+@[^${unfit}]+\\.[^${unfit}]*$`, 'u');

/** The expressions below look at a long text again and again: 40,000 characters took 12 s. */
const longest = { address: 320, name: 1_000 };

/** Something, an @, something, a dot (spec 5), and one address to every mail server: the mail itself is the proof. */
export const isAddress = (text: string): boolean => text.length <= longest.address && address.test(text);

/** Line breaks, control characters, and what turns the direction of the text around it. */
const breaking = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** One line of text: what is printed into mails must not add lines of its own. */
export const isLine = (text: string): boolean => !breaking.test(text);

const page = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}\//iu;

/** A name of somebody as mails begin with it: one line, and no address of a page, which mail programs would make a link of. */
export const isName = (text: string): boolean => text.length <= longest.name && isLine(text) && !page.test(text);

const phone = /^\+?[\d\s().\-/]{5,40}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;

/** Seven to fifteen digits with what people put between them, and an extension. */
export const isPhone = (text: string): boolean => {
  const [digits = ''] = text.split(/x|ext/i);
  const count = digits.replace(/\D/g, '').length;
  return count >= 7 && count <= 15 && phone.test(text);
};

const day = /^(\d{4})-(\d\d)-(\d\d)$/;

/** A day of the calendar, 2026-01-31. */
export const isDay = (text: string): boolean => {
  const moment = new Date(day.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
};

/** The formats of the vocabulary that JSON Schema does not have, and its `email` and `date` as we read them; what each refusal says. */
export const formats = {
  email: { fits: isAddress, message: 'Please enter a valid e-mail address' },
  line: { fits: isLine, message: 'Must be one line without control characters' },
  name: { fits: isName, message: 'Must be one line without control characters and addresses of pages' },
  phone: { fits: isPhone, message: 'Please enter a valid phone number' },
  colour: { fits: (text: string) => /^#[0-9a-f]{6}$/i.test(text), message: 'Must be a colour such as #336699' },
  date: { fits: isDay, message: 'Must be a date such as 2026-01-31' },
} as const;
