import type { FormName } from '../agency/channels.ts';
import type { AnswerGenerator } from './answer-input.ts';
import { radioAnswers } from './radio-answers.ts';
import { websiteAnswers } from './website-answers.ts';

/** Answer generators by form. */
export const answerGenerators: Record<FormName, AnswerGenerator> = { radio: radioAnswers, website: websiteAnswers };
