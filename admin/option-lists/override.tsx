import FormatListBulletedOutlined from '@mui/icons-material/FormatListBulletedOutlined';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';

export const optionLists: Override<'OptionList'> = {
  icon: FormatListBulletedOutlined,
  inputs: {
    options: lazyComponent(async () => (await import('./OptionsInput.tsx')).OptionsInput, { height: 240 }),
  },
};
