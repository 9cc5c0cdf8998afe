"""A German catalogue, complete: other plural texts, another order of words, cases that fit."""

from __future__ import annotations

from themind import words

GERMAN = words.Catalogue(
    {
        # Events
        "LevelDealt": "Level {level} ist ausgeteilt: {hands}.",
        "HandDealt": "Level {level} ist ausgeteilt: {sizes}. Du hast {cards} auf der Hand.",
        "HandDealt.spectator": "Level {level} ist ausgeteilt: {sizes}.",
        "SeatReady": "{name} ist bereit.",
        "SeatUnready": "{name} ist nicht mehr bereit.",
        "PlayStarted": "Alle sind bereit. Es geht los.",
        "RefocusCalled": "{name} ruft Stopp, damit sich alle neu sammeln.",
        "PlayPaused": "Das Spiel ruht, bis alle bereit sind.",
        "CardPlayed": "{name} legt die {card}.",
        "CardPlayed.face_down": "{name} legt verdeckt die {card}.",
        "HiddenCardPlayed": "{name} legt verdeckt eine Karte.",
        "MistakeMade.one": (
            "Fehler: Als {name} die {card} legte, war noch eine niedrigere Karte auf der Hand. "
            "Beiseitegelegt: {hands}. Das Team hat {lives_left}."
        ),
        "MistakeMade.other": (
            "Fehler: Als {name} die {card} legte, waren noch niedrigere Karten auf der Hand. "
            "Beiseitegelegt: {hands}. Das Team hat {lives_left}."
        ),
        "CardVoid": (
            "Auch die {card} von {name} kam auf den Tisch. Sie ist schon beiseitegelegt und "
            "kostet nichts mehr."
        ),
        "StarProposed": "{name} schlägt einen Stern vor.",
        "StarAgreed": "{name} stimmt dem Stern zu.",
        "StarDeclined": "{name} lehnt den Stern ab. Es wird keiner geworfen.",
        "StarLapsed": "Der vorgeschlagene Stern ist hinfällig, weil sich der Tisch geändert hat.",
        "StarThrown": "Das Team wirft einen Stern. Beiseitegelegt: {hands}. Es hat {stars_left}.",
        "HandsEmptied": "Alle Hände sind leer. Der Stapel kann umgedreht werden.",
        "PileRevealed": (
            "Der Stapel wird umgedreht: {cards}. Fehler: {mistakes}. Das Team hat {lives_left}."
        ),
        "LevelCleared": "Level {level} ist geschafft.",
        "RewardTaken.LIFE": "Das Team gewinnt ein Leben. Es hat jetzt {lives} und {stars}.",
        "RewardTaken.STAR": "Das Team gewinnt einen Stern. Es hat jetzt {lives} und {stars}.",
        "RewardForfeited.LIFE": (
            "Die Belohnung ist ein Leben. Es bleibt im Vorrat, weil das Team schon alle hat, "
            "die es haben kann."
        ),
        "RewardForfeited.STAR": (
            "Die Belohnung ist ein Stern. Er bleibt im Vorrat, weil das Team schon alle hat, "
            "die es haben kann."
        ),
        "LevelCompleted": "Level {level} ist abgeschlossen.",
        "GameWon": "Das Team hat das Spiel gewonnen.",
        "GameWon.blind": "Das Team hat den blinden Durchgang gewonnen.",
        "GameLost": "Das letzte Leben ist weg. In Level {level} hat das Team das Spiel verloren.",
        "GameLost.blind": (
            "Das letzte Leben ist weg. In Level {level} hat das Team den blinden Durchgang "
            "verloren."
        ),
        "BlindStarted": "Der blinde Durchgang beginnt mit Level 1.",
        "DealGathered": "Alle Karten sind eingesammelt. Level {level} wird neu ausgeteilt.",
        # Refusals
        "NOT_YOURS": "Du kannst nur für deinen eigenen Platz handeln.",
        "NOT_YOURS.table": "Das kann nur der Host des Spiels tun.",
        "WRONG_PHASE": "{when}; {phase}.",
        "WRONG_PHASE.unknown": "{when}.",
        "WRONG_PHASE.blind_won": "Der blinde Durchgang ist gewonnen, und keiner folgt ihm.",
        "NO_SUCH_SEAT": "Diesen Platz gibt es in diesem Spiel nicht.",
        "PROPOSAL_OPEN": "Es ist schon ein Stern vorgeschlagen.",
        "NO_PROPOSAL": "Es ist kein Stern vorgeschlagen.",
        "STALE": "Der Tisch hat sich geändert, seit du dem Stern zugestimmt hast.",
        "NO_STAR": "Das Team hat keinen Stern mehr.",
        "ALREADY_READY": "Du bist schon bereit.",
        "NOT_READY": "Du bist nicht bereit, also gibt es nichts zurückzunehmen.",
        "ALREADY_AGREED": "Du hast dem Stern schon zugestimmt.",
        "NOT_UNANIMOUS": "Ein Stern wird nur geworfen, wenn alle zustimmen.",
        "HAND_EMPTY": "Du hast keine Karte mehr zu legen.",
        "HAND_EMPTY.table": "Jemand hat zu wenige Karten für diese Züge.",
        "NOT_HELD": "Diese Karte hast du nicht auf der Hand.",
        "NOT_HELD.table": "Jemand hat eine dieser Karten nicht auf der Hand.",
        "NOT_LOWEST": "Du kannst nur deine niedrigste Karte legen.",
        "NOT_LOWEST.table": "Alle können nur ihre jeweils niedrigste Karte legen.",
        "BAD_DECK": "Aus diesem Deck kann nicht ausgeteilt werden.",
        "BAD_DECK.TOO_FEW": "Das Deck hat zu wenige Karten für dieses Level.",
        "BAD_DECK.TOO_MANY": "Das Deck hat mehr Karten als das Spiel.",
        "BAD_DECK.TWICE": "Das Deck enthält eine Karte doppelt.",
        "BAD_DECK.NOT_A_CARD": "Das Deck enthält etwas, das keine Karte dieses Spiels ist.",
        "NOT_FULL_STACK": ("Ein blinder Durchgang kann nur auf einen Sieg über alle Level folgen."),
        "when.Deal": "Ein Level kann nur ausgeteilt werden, bevor es beginnt",
        "when.Begin": "Es kann nur losgehen, solange sich alle sammeln",
        "when.PlayTogether": "Karten können nur gelegt werden, solange das Spiel läuft",
        "when.Star": "Ein Stern kann nur geworfen werden, solange das Spiel läuft",
        "when.Reveal": "Der Stapel kann nur am Ende eines blinden Levels umgedreht werden",
        "when.CompleteLevel": "Ein Level kann nur abgeschlossen werden, wenn es geschafft ist",
        "when.ContinueBlind": (
            "Ein blinder Durchgang kann nur beginnen, wenn ein Spiel mit offenen Karten "
            "gewonnen ist"
        ),
        "when.Gather": "Die Karten können nur während eines Levels eingesammelt werden",
        "when.Ready": "Du kannst dich nur bereit machen, bevor es losgeht",
        "when.Unready": "Du kannst deine Bereitschaft nur zurücknehmen, bevor es losgeht",
        "when.Refocus": "Du kannst nur Stopp rufen, solange das Spiel läuft",
        "when.Play": "Du kannst eine Karte nur legen, solange das Spiel läuft",
        "when.ProposeStar": "Du kannst einen Stern nur vorschlagen, solange das Spiel läuft",
        "when.AgreeToStar": "Du kannst einem Stern nur zustimmen, solange das Spiel läuft",
        "when.DeclineStar": "Du kannst einen Stern nur ablehnen, solange das Spiel läuft",
        "phase.DEALING": "das Spiel wartet auf das Austeilen",
        "phase.FOCUSING": "das Spiel wartet, bis alle bereit sind",
        "phase.PLAYING": "das Spiel läuft",
        "phase.REVEALING": "der Stapel muss noch umgedreht werden",
        "phase.CLEARED": "das Level ist geschafft",
        "phase.WON": "das Team hat gewonnen",
        "phase.LOST": "das Team hat verloren",
        # Pieces, in the accusative where the sentences above have them
        "seat": "Platz {seat}",
        "large": "über 999.999.999",
        "lives.none": "kein Leben",
        "lives.one": "ein Leben",
        "lives.other": "{count} Leben",
        "stars.none": "keinen Stern",
        "stars.one": "einen Stern",
        "stars.other": "{count} Sterne",
        "lives_left.none": "kein Leben mehr",
        "lives_left.one": "noch ein Leben",
        "lives_left.other": "noch {count} Leben",
        "stars_left.none": "keinen Stern mehr",
        "stars_left.one": "noch einen Stern",
        "stars_left.other": "noch {count} Sterne",
        "cards.none": "keine Karte",
        "cards.one": "eine Karte",
        "cards.other": "{count} Karten",
        "each": "je {count}",
        "hand": "{name} ({cards})",
        "list.cards": "{some}, {next}",
        "list.cards.last": "{some} und {next}",
        "list.hands": "{some}, {next}",
    }
)
