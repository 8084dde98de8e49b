import type { ComponentType } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { CheckboxField } from '../fields/CheckboxField.tsx';
import { DateField } from '../fields/DateField.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { RadioField } from '../fields/RadioField.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { BannerView } from './BannerView.tsx';
import { CollectionView } from './CollectionView.tsx';
import { ContainerView } from './ContainerView.tsx';
import { MarkdownView } from './MarkdownView.tsx';
import type { ViewProps } from './viewProps.ts';

/** How each type of widget looks. A new type does not compile until it has its row here. */
export const views: { readonly [T in WidgetType]: ComponentType<ViewProps<T>> } = {
  text_input: TextField,
  number_input: NumberField,
  date_input: DateField,
  select: SelectField,
  radio: RadioField,
  checkbox: CheckboxField,
  container: ContainerView,
  collection: CollectionView,
  banner: BannerView,
  markdown: MarkdownView,
};
