import {
  BikeIcon,
  BookIcon,
  BrushIcon,
  CameraIcon,
  CoffeeIcon,
  DicesIcon,
  DogIcon,
  FootprintsIcon,
  HammerIcon,
  HandHeartIcon,
  LeafIcon,
  MessageIcon,
  MoonIcon,
  MountainIcon,
  MusicIcon,
  PencilIcon,
  ScissorsIcon,
  SproutIcon,
  SunIcon,
  TreeIcon,
  UtensilsIcon,
  WavesIcon,
} from '../icon/icons.ts';

type Motif = readonly [icon: typeof LeafIcon, beginnings: string];

/** Centre icons with word prefixes in both languages, without accents. The first icon with a matching prefix wins. */
const motifs: readonly Motif[] = [
  [HammerIcon, 'repair repar fix tool herramient taller workshop build constru'],
  [UtensilsIcon, 'kitchen cook cocin comid food bread pan soup sopa dinner cena bake hornea'],
  [MusicIcon, 'choir coro musi sing cant song cancion guitar band drum tambor'],
  [DicesIcon, 'game jueg chess ajedrez play'],
  [SproutIcon, 'garden jardin huert seed semill plant compost'],
  [FootprintsIcon, 'walk camin hike hiking paseo sender runn corr'],
  [WavesIcon, 'swim nada sea mar ocean surf tide kayak rio river beach playa lake'],
  [MountainIcon, 'mountain montan climb escala summit cumbre'],
  [TreeIcon, 'forest bosque tree arbol wood'],
  [PencilIcon, 'writ escri poem poes story stories cuent letter carta'],
  [BookIcon, 'book libro read lect librar bibliotec'],
  [ScissorsIcon, 'sew cose cost mend knit teje craft artesan'],
  [BrushIcon, 'paint pint draw dibuj art arte mural potter ceram'],
  [CameraIcon, 'photo foto film cine'],
  [BikeIcon, 'bike cycl bici'],
  [DogIcon, 'dog dogs perr pets mascot'],
  [CoffeeIcon, 'tea te coffee cafe mate'],
  [MoonIcon, 'night noche moon luna owl'],
  [SunIcon, 'dawn amanec morning manana sunrise sunday domingo'],
  [MessageIcon, 'talk charl languag idioma convers'],
  [HandHeartIcon, 'help ayud volunt service servicio seva steward care cuid'],
  [LeafIcon, 'bamboo bambu grove nature natural'],
];

/** Fallbacks for names without a match: nature icons make no false claim. */
const ofNature = [LeafIcon, TreeIcon, MountainIcon, WavesIcon, SunIcon, MoonIcon];

/** Shorter prefixes match whole words only: "tea" must not match "team". */
const shortest = 4;

/** The icon for a name: the first match, else a nature icon by number. */
export function motifFor(name: string, number: number): Motif[0] {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = folded.split(/[^\p{L}]+/u);
  const spoken = motifs.find(([, beginnings]) =>
    beginnings
      .split(' ')
      .some((one) => words.some((word) => (one.length < shortest ? word === one : word.startsWith(one)))),
  );
  return spoken?.[0] ?? ofNature[number % ofNature.length] ?? LeafIcon;
}
