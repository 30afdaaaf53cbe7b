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
  Flag,
  Info,
  KeyRound,
  ListTree,
  MonitorSmartphone,
  Play,
  RotateCw,
  Search,
  X,
} from 'lucide-react';
export type { LucideIcon as IconType } from 'lucide-react';
