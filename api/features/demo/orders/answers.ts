import type { JsonMap } from '#schemas/generated/types.ts';
import type { FormName } from '../agency/channels.ts';
import { rowId } from '../agency/seeded.ts';
import { type AnswerGenerator, type AnswerInput, dayAfter } from './answer-input.ts';
import { radioAnswers } from './radio-answers.ts';

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
