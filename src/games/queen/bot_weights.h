/* Made by: bench/tune queen 4 simple 1500 250 1
 * 136457 moments, 1.0080 for each; a guess has 1.3863. */
#define NEAR_LEAD 0.667F
#define FAR_LEAD 3.902F
static const float weight[] = {
	-1.000F,        /* turns to the end */
	-2.369F,        /* passengers missing without a dock in sight */
	0.164F,         /* coal, the first two */
	0.420F,         /* coal beyond */
	-0.145F,        /* coal that the next turn takes */
	-6.038F,        /* no next turn */
	-0.217F,        /* has moved in this round */
	-0.185F,        /* speed */
	16.009F,        /* landed */
	-8.541F,        /* landed as which */
	-28.911F,       /* out of the race */
};
