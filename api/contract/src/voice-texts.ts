import type { CompleteLanguage } from './languages.ts';

/**
 * Spoken texts of the quiz by lab id. They are not among the quiz's own texts, because the server synthesises these
 * and no others (D44).
 */
export const voiceTexts: Readonly<Record<CompleteLanguage, Readonly<Record<number, string>>>> = {
  en: {
    1: 'Take a breath, and let it go. Picture a door that opens onto a room of friendly strangers. Notice what your energy does, before you have said a single word.',
    2: 'There is something in you that wants to be seen. Do not name it yet. Just feel which way it leans: into your body, onto your tongue, into your hands, or toward someone else.',
    3: 'It is raining, and the town is dark, and behind four windows there is light. Listen to the voices inside. One of them sounds like home. Which way do your feet turn?',
    4: 'You stand where the road divides, and nobody is waiting for you. Let the needle swing. It will swing for a while. When it comes to rest, what is it pointing at?',
    5: 'Think of a place where your shoulders drop by themselves. Notice what is under your feet, and what the air smells of. You can stay there for as long as this lasts.',
    6: 'Bamboo waits for years, and then it grows in a night. Remember the last time you were suddenly taller. What was it that pushed from below?',
    7: 'Think of a good day, an ordinary good one. Feel how you move through it, from the first hour to the last. If your energy drew a line behind you, what would the line look like?',
    8: 'Someone next door is having a hard week. Nobody has asked you for anything. Before you think about it, you are already up. What is in your hands?',
    9: 'It is late, and nobody wants to go home. The talk has found its own wavelength. Tune in, slowly, past the noise. Where does your voice sound most like you?',
    10: 'Watch the light travel over one whole day. No clock, no one calling. There is an hour in which you are most awake, and the world seems to step aside for you. When is it?',
    11: 'This is the last one, and it is a quiet one. Let the names fall away, and the plans, and the things you own. Something is still glowing there. What would you call it?',
  },
  es: {
    1: 'Toma aire y suéltalo. Imagina una puerta que se abre a una sala llena de desconocidos amables. Fíjate en lo que hace tu energía antes de que digas una sola palabra.',
    2: 'Hay algo en ti que quiere que lo vean. Todavía no le pongas nombre. Siente solo hacia dónde se inclina: hacia el cuerpo, hacia la palabra, hacia las manos o hacia otra persona.',
    3: 'Llueve, la ciudad está a oscuras y detrás de cuatro ventanas hay luz. Escucha las voces de dentro. Una de ellas suena a casa. ¿Hacia dónde van tus pies?',
    4: 'Estás donde el camino se divide y nadie te espera. Deja que la aguja oscile. Oscilará un buen rato. Cuando se detenga, ¿qué estará señalando?',
    5: 'Piensa en un lugar donde tus hombros se aflojan solos. Nota qué hay bajo tus pies y a qué huele el aire. Puedes quedarte allí todo el tiempo que dure esto.',
    6: 'El bambú espera años y luego crece en una noche. Recuerda la última vez que, de pronto, habías crecido por dentro. ¿Qué empujaba desde abajo?',
    7: 'Piensa en un buen día, uno bueno y corriente. Siente cómo lo atraviesas, de la primera hora a la última. Si tu energía dibujara una línea a tu paso, ¿cómo sería esa línea?',
    8: 'En la casa de al lado alguien pasa una semana difícil. Nadie te ha pedido nada. Antes de pensarlo, ya te has levantado. ¿Qué llevas en las manos?',
    9: 'Es tarde y nadie quiere irse a casa. La charla ha encontrado su propia onda. Sintoniza despacio, más allá del ruido. ¿Dónde suena tu voz más a ti?',
    10: 'Mira cómo la luz recorre un día entero. Sin reloj, sin que nadie llame. Hay una hora en la que tu mente está más despierta que nunca y el mundo parece apartarse para ti. ¿Cuál es?',
    11: 'Este es el último, y es tranquilo. Deja caer los nombres, los planes y las cosas que posees. Ahí sigue brillando algo. ¿Cómo lo llamarías?',
  },
};
