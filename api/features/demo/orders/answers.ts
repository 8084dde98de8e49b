import type { Faker } from '@faker-js/faker';
import type { Client, JsonMap } from '#schemas/generated/types.ts';
import type { FormName } from '../agency/channels.ts';
import { rowId } from '../agency/seeded.ts';

/** Generates answers of the radio campaign form, without calculated fields. */
const radioAnswers: AnswerGenerator = {
  fill(input) {
    const weeks = input.random.number.int({ min: 2, max: 13 });
    const starts = input.random.number.int({ min: 6, max: 40 });
    return [campaign(input, starts), { ...flight(input, { weeks, starts }), ...spot(input), ...closing(input) }];
  },
  change({ random }, data) {
    const [first, ...rest] = flightsOf(data);
    if (!first) return {};
    const budget = typeof data.weekly_budget === 'number' ? data.weekly_budget : 0;
    const more = random.number.int({ min: 1, max: 4 });
    return {
      flights: [{ ...first, spots_per_week: first.spots_per_week + more }, ...rest],
      weekly_budget: Math.ceil(budget + more * first.rate),
    };
  },
  flaws: [
    ({ at }) => ({ flight_start: dayAfter(at, 20), flight_end: dayAfter(at, 13) }),
    () => ({ website: 'our homepage' }),
    () => ({ weekly_budget: 120 }),
    ({ client }) => ({ contact: { name: client?.businessOwner ?? '', email: 'to follow', phone: '' } }),
  ],
};

interface Flight extends JsonMap {
  spots_per_week: number;
  weeks_on_air: number;
  rate: number;
}

const markets = ['boston', 'providence', 'chicago', 'austin', 'san_antonio', 'denver'];
const occasions = [
  'Spring',
  'Summer',
  'Back-to-school',
  'Fall',
  'Holiday',
  'Grand opening',
  'Anniversary',
  'Clearance',
];
const events = ['Open house', 'Test drive day', 'Tasting night', 'Charity run', 'Ribbon cutting'];

function campaign({ random, client, at }: AnswerInput, starts: number): JsonMap {
  const goal = random.helpers.arrayElement(['awareness', 'sale', 'sale', 'event', 'hiring']);
  const isPolitical = random.number.int(19) === 0;
  const market = markets.find((each) => each === client?.businessAddress.city.toLowerCase().replaceAll(' ', '_'));
  return {
    campaign_name: `${random.helpers.arrayElement(occasions)} ${goal === 'hiring' ? 'hiring' : 'campaign'}`,
    market: market ?? random.helpers.arrayElement(markets),
    goal,
    ...(goal === 'event'
      ? { event_name: random.helpers.arrayElement(events), event_date: dayAfter(at, starts + 12) }
      : {}),
    website: random.helpers.arrayElement([client?.website ?? '', '']),
    is_political: isPolitical,
    ...(isPolitical ? { sponsor_line: `Paid for by ${client?.businessName ?? 'the committee'}` } : {}),
  };
}

/** Derives the budget from the cost of the flights, sometimes slightly below it, sometimes well above. */
function flight(input: AnswerInput, { weeks, starts }: { weeks: number; starts: number }): JsonMap {
  const { random, at } = input;
  const flights = slots(random).map((slot, index) => flightAt(input, { ...slot, weeks, isFirst: index === 0 }));
  const discount = random.helpers.arrayElement([0, 0, 0, 5, 10, 15]);
  const cost = flights.reduce((sum, each) => sum + each.spots_per_week * each.weeks_on_air * each.rate, 0);
  const perWeek = (cost * (100 - discount)) / 100 / weeks;
  const budget = perWeek * random.helpers.arrayElement([0.95, 1, 1.1, 1.25]);
  return {
    flight_start: dayAfter(at, starts),
    flight_end: dayAfter(at, starts + weeks * 7 - 1),
    spot_length: random.helpers.arrayElement(['15', '30', '30', '60']),
    flights,
    discount,
    ...(discount > 10 ? { discount_reason: 'Third campaign this year, agreed by phone.' } : {}),
    weekly_budget: Math.max(250, Math.ceil(budget / 10) * 10),
  };
}

const stations = { WHBL: 85, WCST: 60, WNWS: 75, KCPR: 55, KMIX: 65, KSOL: 40 };
const dayparts = { am_drive: 1.4, midday: 1, pm_drive: 1.3, evening: 0.6, weekend: 0.7 };

interface Slot {
  station: string;
  daypart: string;
  rate: number;
}

/** Selects one to four distinct schedule slots. */
function slots(random: Faker): Slot[] {
  const all = Object.entries(stations).flatMap(([station, price]) =>
    Object.entries(dayparts).map(([daypart, factor]) => ({ station, daypart, rate: Math.round(price * factor) })),
  );
  return random.helpers.arrayElements(all, { min: 1, max: 4 });
}

function flightAt({ random }: AnswerInput, slot: Slot & { weeks: number; isFirst: boolean }): Flight {
  const { weeks, isFirst, ...slotData } = slot;
  return {
    _id: rowId(random),
    ...slotData,
    spots_per_week: random.number.int({ min: 6, max: 36 }),
    // The first flight runs for the whole campaign, so that there are enough spots.
    weeks_on_air: isFirst ? weeks : random.number.int({ min: 1, max: weeks }),
  };
}

function spot({ random, client }: AnswerInput): JsonMap {
  const source = random.helpers.arrayElement(['agency', 'agency', 'client', 'existing']);
  return {
    script_source: source,
    ...(source === 'client'
      ? { script_text: `Come and see us at ${client?.name ?? 'our shop'} – this week only. You will be glad you did.` }
      : {}),
    ...(source === 'existing' ? { cart_number: random.string.alphanumeric({ length: 6, casing: 'upper' }) } : {}),
    ...(source === 'agency' ? { voice: random.helpers.arrayElement(['any', 'female', 'male', 'two']) } : {}),
    has_music: random.datatype.boolean(),
  };
}

const remarks = [
  '',
  '',
  '',
  'Please call before the first spot runs.',
  'Separate from other car dealers.',
  'Same as last year.',
];

function closing({ random, client }: AnswerInput): JsonMap {
  const name = client?.businessOwner ?? 'The owner';
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`;
  return {
    contact: { name, email, phone: client?.phoneNumber ?? '(617) 555-0142' },
    notes: random.helpers.arrayElement(remarks),
    terms: true,
  };
}

function flightsOf({ flights }: JsonMap): Flight[] {
  return Array.isArray(flights) ? flights.filter(isFlight) : [];
}

const isFlight = (row: unknown): row is Flight =>
  typeof row === 'object' &&
  row !== null &&
  ['spots_per_week', 'weeks_on_air', 'rate'].every((key) => typeof Reflect.get(row, key) === 'number');

/** Generates answers of the website package form, without calculated fields. */
const websiteAnswers: AnswerGenerator = {
  fill(input) {
    const { random, client, at } = input;
    const size = random.helpers.arrayElement(['starter', 'business', 'business', 'shop']);
    const kind = random.helpers.arrayElement(['new', 'redesign', 'move']);
    const name = client?.name ?? 'Our shop';
    const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
    return [
      {
        site_name: name,
        package: size,
        kind,
        ...(kind === 'new' ? {} : { current_url: client?.website ?? 'https://old.example.com' }),
        domain: `${slug}.example`,
        ...(size === 'shop' ? { shop_items: random.number.int({ min: 5, max: 400 }) } : {}),
      },
      {
        pages: pages(input, size),
        // Late enough for a change some weeks after submission.
        launch_date: dayAfter(at, random.number.int({ min: 45, max: 120 })),
        hosting: random.helpers.arrayElement(['standard', 'plus', 'none']),
        has_care: random.datatype.boolean(),
        contact: { email: `office@${slug}.example.com`, phone: client?.phoneNumber ?? '' },
      },
    ];
  },
  change: (_, { hosting, has_care }) => ({ hosting: hosting === 'plus' ? 'standard' : 'plus', has_care: !has_care }),
  flaws: [
    ({ at }) => ({ launch_date: dayAfter(at, 3) }),
    () => ({ domain: 'https://www.example.com/home' }),
    () => ({ contact: { email: 'ask the owner', phone: '' } }),
    () => ({ kind: 'move', current_url: 'example.com' }),
  ],
};

const titles = ['About us', 'Services', 'Prices', 'Team', 'Gallery', 'News', 'Jobs', 'Questions', 'Opening hours'];
const maxPages: Record<string, number> = { starter: 4, business: 8, shop: 9 };

function pages({ random }: AnswerInput, size: string): JsonMap[] {
  const chosen = random.helpers.arrayElements(titles, { min: 1, max: maxPages[size] ?? 4 });
  return ['Welcome', ...chosen].map((title, index) => {
    const isOurs = random.number.int(2) === 0;
    return {
      _id: rowId(random),
      title,
      template: index === 0 ? 'home' : title === 'Gallery' ? 'gallery' : 'text',
      copy_by: isOurs ? 'agency' : 'client',
      ...(isOurs ? { copy_notes: 'See the brochure; keep it short.' } : {}),
    };
  });
}

/** Answer generators by form. */
export const answerGenerators: Record<FormName, AnswerGenerator> = { radio: radioAnswers, website: websiteAnswers };

/** Input for generating the answers of an order. */
export interface AnswerInput {
  random: Faker;
  client: Client | null;
  /** Submission time; generated dates come after it. */
  at: Date;
}

/** Generator for the answers of one demo form. */
interface AnswerGenerator {
  /** Generates valid answers in two parts, saved one after the other. Calculated fields do not read the first part. */
  fill(input: AnswerInput): [JsonMap, JsonMap];
  /** Generates a change requested after approval. */
  change(input: AnswerInput, data: JsonMap): JsonMap;
  /** Typical mistakes in the second part, each rejected by a rule. */
  flaws: ((input: AnswerInput) => JsonMap)[];
}

/** Formats a day as `date_input` stores it. */
export function dayAfter(at: Date, days: number): string {
  return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
