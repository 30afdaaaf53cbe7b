/** The icons of the dashboard. None is imported elsewhere. */
export {
  Bell,
  Check,
  ChevronDown,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleX,
  Contrast,
  Copy,
  Info,
  KeyRound,
  List,
  Monitor,
  Play,
  RotateCw,
  Search,
  X,
} from 'lucide-react';
export type { LucideIcon as IconType } from 'lucide-react';
