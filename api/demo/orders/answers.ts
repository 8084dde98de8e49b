import type { FormName } from '../agency/channels.ts';
import type { Answers } from './asked.ts';
import { radioAnswers } from './radio-answers.ts';
import { websiteAnswers } from './website-answers.ts';

/** Answer generators by form. */
export const answersOf: Record<FormName, Answers> = { radio: radioAnswers, website: websiteAnswers };
